-- Words of the platform's own lists are those a desk says; a word somebody changed stays.
UPDATE category SET param_text = '已到货待收运' WHERE org_id = 1 AND category_type = 70 AND param_text = '到货未收运';
UPDATE category SET param_text = '已预配' WHERE org_id = 1 AND category_type = 70 AND param_text = '已配载';
UPDATE category SET param_text = '已制舱单' WHERE org_id = 1 AND category_type = 70 AND param_text = '已装机单';
UPDATE category SET param_text = '进港理货' WHERE org_id = 1 AND category_type = 70 AND param_text = '已收货入库';
UPDATE category SET param_text = '待中转' WHERE org_id = 1 AND category_type = 70 AND param_text = '转运';
UPDATE category SET param_text = '已交付' WHERE org_id = 1 AND category_type = 70 AND param_text = '已提货';
UPDATE category SET param_text = '货站' WHERE org_id = 1 AND category_type = 75 AND param_text = '货栈';
UPDATE category_type SET type_name = '客商类型' WHERE org_id = 1 AND category_type = 1 AND type_name = '往来单位类型';
