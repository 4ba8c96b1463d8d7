-- 分类参数: lists a company makes itself, colours, and lists below the values of others.
ALTER TABLE category ADD COLUMN color text;
ALTER TABLE category ADD COLUMN parent_value text;
ALTER TABLE category_type ADD COLUMN version bigint NOT NULL DEFAULT 1;
ALTER TABLE category_type ADD COLUMN created_by bigint NOT NULL DEFAULT 0;
ALTER TABLE category_type ADD COLUMN created_at bigint NOT NULL DEFAULT 0;
ALTER TABLE category_type ADD COLUMN updated_by bigint NOT NULL DEFAULT 0;
ALTER TABLE category_type ADD COLUMN updated_at bigint NOT NULL DEFAULT 0;
