//! Runs the toolbox `tengen` as a shell does.

use std::path::Path;

use assert_cmd::Command;

/// Exit status, standard output and standard error of `tengen` with these arguments, in a folder,
/// with this as its input.
pub(crate) fn tengen<'a>(
    folder: &Path,
    arguments: impl IntoIterator<Item = &'a str>,
    input: &str,
) -> (i32, String, String) {
    let output = Command::cargo_bin("tengen")
        .expect("the toolbox is built")
        .current_dir(folder)
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("no signal ended it");
    (code, text(output.stdout), text(output.stderr))
}
