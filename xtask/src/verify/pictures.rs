//! The pictures of a page: what a terminal shows after a command.

/// A picture, and the command that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    /// The line of the page with the command, from 1.
    pub(super) line: usize,
    pub(super) command: String,
    /// The file, relative to the page.
    pub(super) file: String,
}

/// The pictures of a page: an image after a comment `<!-- $ command -->` on the line before it.
pub(super) fn read(page: &str) -> Vec<Picture> {
    let lines = || page.lines();
    let pairs = (1..).zip(lines().zip(lines().skip(1)));
    let picture = |(line, (comment, image)): (usize, (&str, &str))| {
        let command = comment.strip_prefix("<!-- $ ")?.strip_suffix(" -->")?.to_owned();
        let (_, file) = image.strip_prefix("![")?.strip_suffix(')')?.split_once("](")?;
        Some(Picture { line, command, file: file.to_owned() })
    };
    pairs.filter_map(picture).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_its_command_on_the_line_before() {
        let page =
            "# Page\n<!-- $ chase explain -->\n![A report](docs/a.svg)\n\n![Another](docs/b.svg)\n<!-- none -->\n";
        let picture = Picture { line: 2, command: "chase explain".to_owned(), file: "docs/a.svg".to_owned() };
        assert_eq!(read(page), [picture]);
    }
}
