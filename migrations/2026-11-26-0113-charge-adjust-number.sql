-- The numbers of corrections. Charges without one stay out: the index was taken for finding them, which are nearly all.
DROP INDEX uq_charge_adjust;
CREATE UNIQUE INDEX uq_charge_adjust ON charge (org_id, adjust_no) WHERE adjust_no IS NOT NULL;
