//! Buttons of pages.

/// A button of a page, as the contract tells it.
#[derive(Debug, Clone, Copy)]
pub struct Button {
    /// Permission code.
    pub code: &'static str,
    /// Chinese label.
    pub zh: &'static str,
    /// English label.
    pub en: &'static str,
    /// primary, toolbar, row or batch.
    pub place: &'static str,
    /// create, edit, remove, export, import, call, link or custom.
    pub action: &'static str,
    /// Method and path of a call, or the address of a link.
    pub call: &'static str,
    /// Question before it, in Chinese and English; empty for none.
    pub confirm: (&'static str, &'static str),
    /// Shown for rows whose member has one of these values; of every row when there are none.
    pub when: (&'static str, &'static [&'static str]),
    /// A row button that works on selected rows too.
    pub many: bool,
}

impl Button {
    /// A button.
    pub const fn new(
        code: &'static str,
        (zh, en): (&'static str, &'static str),
        place: &'static str,
        action: &'static str,
    ) -> Self {
        Self { code, zh, en, place, action, call: "", confirm: ("", ""), when: ("", &[]), many: false }
    }
    /// Method and path it calls, or address it opens.
    #[must_use]
    pub const fn calls(mut self, call: &'static str) -> Self {
        self.call = call;
        self
    }
    /// The import of a form; `call` is the beginning of its calls, `POST {base}/import`.
    pub const fn import(code: &'static str, call: &'static str) -> Self {
        Self::new(code, ("导入", "Import"), "toolbar", "import").calls(call)
    }
    /// Asks first.
    #[must_use]
    pub const fn asks(mut self, zh: &'static str, en: &'static str) -> Self {
        self.confirm = (zh, en);
        self
    }
    /// Works on selected rows too, one after the other.
    #[must_use]
    pub const fn for_many(mut self) -> Self {
        self.many = true;
        self
    }
    /// Only for rows whose member has one of these values.
    #[must_use]
    pub const fn when(mut self, member: &'static str, values: &'static [&'static str]) -> Self {
        self.when = (member, values);
        self
    }
}
