//! Writes the documents as a static site: `dlx3-site ROOT OUT` reads those of the repository at
//! `ROOT`, and makes the folder `OUT`.
//!
//! Each document is a page at its own path, with `.html` for `.md`; the README is the front.
//! Pictures and other files that documents link to are copied. The page of `web/dist` goes to
//! `page/`, if it has been built. Then all links are followed.
//!
//! Exit status: 0 written, and all links lead somewhere; 1 not so; 2 bad usage.

mod document;
mod links;
mod pages;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    let [root, out] = &words[..] else {
        eprintln!("usage: dlx3-site ROOT OUT");
        return ExitCode::from(2);
    };
    match make(Path::new(root), Path::new(out)) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("dlx3-site: {fault}");
            ExitCode::FAILURE
        }
    }
}

/// Makes the site, and says how large it is.
fn make(root: &Path, out: &Path) -> Result<String, String> {
    let written = pages::write(root, out)?;
    if !written.has_page {
        eprintln!("skipped: the page in the browser, as web/dist is not built (make web)");
    }
    let checked = links::check(out)?;
    if !checked.broken.is_empty() {
        return Err(format!(
            "links that lead nowhere:\n{}",
            checked.broken.join("\n")
        ));
    }
    Ok(format!(
        "{}: {} documents, {} links that lead somewhere",
        out.join("index.html").display(),
        written.documents,
        checked.followed
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    /// An empty folder.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("dlx3-site-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn all_documents_are_pages_and_their_links_lead_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let out = folder("all");
        make(root, &out).unwrap();
        let front = fs::read_to_string(out.join("index.html")).unwrap();
        for entry in fs::read_dir(root.join("docs")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let Some(stem) = name.strip_suffix(".md") else {
                continue;
            };
            assert!(out.join(format!("docs/{stem}.html")).is_file(), "{name}");
            assert!(
                front.contains(&format!("href=\"docs/{stem}.html\"")),
                "{name}"
            );
        }
        fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn the_page_in_the_browser_is_linked_where_it_has_been_built() {
        let (root, out) = with_readme("page", "# A\n\n`--reduce` and `a < b`\n");
        fs::create_dir_all(root.join("docs")).unwrap();
        fs::write(root.join("docs/pack.md"), "# B\n").unwrap();
        make(&root, &out).unwrap();
        let front = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(!front.contains("page/"));
        assert!(
            front.contains("<code class=\"name\">--reduce</code>"),
            "{front}"
        );
        assert!(front.contains("<code>a &lt; b</code>"), "{front}");
        fs::create_dir_all(root.join("web/dist")).unwrap();
        fs::write(root.join("web/dist/index.html"), "the page").unwrap();
        make(&root, &out).unwrap();
        let pack = fs::read_to_string(out.join("docs/pack.html")).unwrap();
        assert!(pack.contains("href=\"../page/index.html#/pack\""), "{pack}");
        assert_eq!(
            fs::read_to_string(out.join("page/index.html")).unwrap(),
            "the page"
        );
        fs::remove_dir_all(root).unwrap();
    }

    /// A repository of one document.
    fn with_readme(name: &str, text: &str) -> (PathBuf, PathBuf) {
        let root = folder(name);
        fs::write(root.join("README.md"), text).unwrap();
        let out = root.join("site");
        (root, out)
    }

    #[test]
    fn a_link_that_leads_nowhere_is_told_with_its_page() {
        for (text, told) in [
            ("# A\n\n[b](b.md)\n", "index.html: b.html: no such file"),
            ("# A\n\n[b](#b)\n", "index.html: #b: no such heading"),
            ("# A\n\n![b](b.png)\n", "index.html: b.png: no such file"),
        ] {
            let (root, out) = with_readme("broken", text);
            let fault = make(&root, &out).unwrap_err();
            assert!(fault.contains(told), "{fault}");
            fs::remove_dir_all(root).unwrap();
        }
    }

    #[test]
    fn headings_have_the_anchors_of_github_and_code_stays_what_it_is() {
        let text = "# A\n\n## `dlx3`: the search, *exactly*\n\n## B\n\n## B\n\n\
                    [x](#dlx3-the-search-exactly) [y](#b-1) [z](LICENSE)\n\n\
                    ```console\n$ a < b\n1 & 2\n```\n";
        let (root, out) = with_readme("anchors", text);
        fs::write(root.join("LICENSE"), "words").unwrap();
        make(&root, &out).unwrap();
        let page = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(page.contains("id=\"dlx3-the-search-exactly\""), "{page}");
        assert!(page.contains("$ a &lt; b\n1 &amp; 2\n"), "{page}");
        assert_eq!(fs::read_to_string(out.join("LICENSE")).unwrap(), "words");
        fs::remove_dir_all(root).unwrap();
    }
}
