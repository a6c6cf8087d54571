//! What the pages that tools write have in common.

/// A page, complete in itself: title and style are plain, the body is markup.
pub(super) fn page(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\
         <style>{style}</style></head><body>\n{body}</body></html>\n",
        escape(title)
    )
}

/// Text that markup must not see in.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
