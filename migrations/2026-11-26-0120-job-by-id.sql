-- Jobs of every company are rows of the platform: those a page shows are found by their ids alone.
CREATE INDEX ix_job_run_id ON job_run (id);
