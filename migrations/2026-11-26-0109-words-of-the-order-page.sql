-- Orders of all scopes have one page. The words a company gave to the two pages before are those of the one.
UPDATE language_label SET page_type = 'client.order', code = 'client.order.' || label_key
    WHERE page_type = 'client.af' AND NOT EXISTS (SELECT 1 FROM language_label o
        WHERE o.org_id = language_label.org_id AND o.code = 'client.order.' || language_label.label_key);
UPDATE language_label SET page_type = 'client.order', code = 'client.order.' || label_key
    WHERE page_type = 'client.sc' AND label_key NOT LIKE 'tracking.%' AND NOT EXISTS (SELECT 1 FROM language_label o
        WHERE o.org_id = language_label.org_id AND o.code = 'client.order.' || language_label.label_key);
UPDATE language_text SET page_type = 'client.order', code = 'client.order.' || substr(code, 11)
    WHERE page_type = 'client.af' AND NOT EXISTS (SELECT 1 FROM language_text o WHERE o.org_id = language_text.org_id
        AND o.language = language_text.language AND o.code = 'client.order.' || substr(language_text.code, 11));
UPDATE language_text SET page_type = 'client.order', code = 'client.order.' || substr(code, 11)
    WHERE page_type = 'client.sc' AND code NOT LIKE 'client.sc.tracking.%' AND NOT EXISTS (SELECT 1 FROM language_text o
        WHERE o.org_id = language_text.org_id AND o.language = language_text.language
        AND o.code = 'client.order.' || substr(language_text.code, 11));
