-- Pages of the menu that are yet to be built stand in the tree, closed to everyone.
ALTER TABLE permission ADD COLUMN planned boolean NOT NULL DEFAULT FALSE;
