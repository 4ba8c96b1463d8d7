-- Values name their list by its number alone, whoever keeps it; and some pages show the lists of some modules.
CREATE INDEX ix_category_type_of ON category_type (category_type);
CREATE INDEX ix_category_type_module ON category_type (module, category_type);
