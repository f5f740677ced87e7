//! A document as HTML: headings with the anchors that GitHub gives them, links to other
//! documents as links to their pages.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// A document that has been read.
pub struct Document {
    /// Its path in the repository.
    pub path: PathBuf,
    /// Its first heading.
    pub title: String,
    /// Headings of the second level: their anchors, and what they say.
    pub parts: Vec<(String, String)>,
    /// What stands on its page.
    pub html: String,
    /// Files of the repository that it links to and that are no documents.
    pub files: Vec<PathBuf>,
}

/// Where the page of a document is.
pub fn page_of(path: &Path) -> PathBuf {
    match path.to_str() {
        Some("README.md") => PathBuf::from("index.html"),
        _ => path.with_extension("html"),
    }
}

/// The path of a link, from the folder of the page that has it; none if it leaves the site.
pub fn target(page: &Path, link: &str) -> Option<PathBuf> {
    let mut target = page.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(link).components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::ParentDir => {
                if !target.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(target)
}

/// Whether a link stays within the site.
pub fn is_inner(link: &str) -> bool {
    !link.contains("://") && !link.starts_with("mailto:") && !link.starts_with("data:")
}

impl Document {
    /// Reads one.
    pub fn read(path: &Path, text: &str) -> Document {
        let mut document = Document {
            path: path.to_owned(),
            title: path.display().to_string(),
            parts: Vec::new(),
            html: String::new(),
            files: Vec::new(),
        };
        let mut events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
        document.set_anchors(&mut events);
        for event in &mut events {
            if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
                && is_inner(dest_url)
            {
                *dest_url = document.link(dest_url).into();
            }
        }
        // Wide tables scroll by themselves.
        let events = events.into_iter().flat_map(|event| match event {
            Event::Start(Tag::Table(_)) => {
                vec![Event::Html("<div class=\"wide\">".into()), event]
            }
            Event::End(TagEnd::Table) => vec![event, Event::Html("</div>\n".into())],
            // A name of a program or option is not broken at its hyphens.
            Event::Code(name) if is_short(&name) => {
                let name = format!("<code class=\"name\">{}</code>", escaped(&name));
                vec![Event::InlineHtml(name.into())]
            }
            _ => vec![event],
        });
        html::push_html(&mut document.html, events);
        document
    }

    /// Gives each heading its anchor, and takes the title and the parts.
    fn set_anchors(&mut self, events: &mut [Event]) {
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut has_title = false;
        for start in 0..events.len() {
            let Event::Start(Tag::Heading { level, .. }) = events[start] else {
                continue;
            };
            let mut words = String::new();
            for event in &events[start..] {
                match event {
                    Event::Text(text) | Event::Code(text) => words.push_str(text),
                    Event::SoftBreak => words.push(' '),
                    Event::End(TagEnd::Heading(_)) => break,
                    _ => {}
                }
            }
            let mut anchor = anchor_of(&words);
            let times = known.entry(anchor.clone()).or_default();
            if *times > 0 {
                anchor = format!("{anchor}-{times}");
            }
            *times += 1;
            if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
                *id = Some(CowStr::from(anchor.clone()));
            }
            match level as usize {
                1 if !has_title => (self.title, has_title) = (words, true),
                2 => self.parts.push((anchor, words)),
                _ => {}
            }
        }
    }

    /// A link of the document as one of its page. Links to files are noted.
    fn link(&mut self, link: &str) -> String {
        let (path, anchor) = match link.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (link, None),
        };
        let anchor = anchor
            .map(|anchor| format!("#{anchor}"))
            .unwrap_or_default();
        if path.is_empty() {
            return anchor;
        }
        let Some(file) = target(&self.path, path) else {
            return link.to_owned();
        };
        if file.extension().is_some_and(|name| name == "md") {
            let page = page_of(&file);
            // From the folder of this document, of which only the last part may differ.
            let folder = Path::new(path).parent().unwrap_or(Path::new(""));
            let page = folder.join(page.file_name().unwrap_or_default());
            return format!("{}{anchor}", page.display());
        }
        self.files.push(file);
        format!("{}{anchor}", path.trim_end_matches('/'))
    }
}

/// Whether a name fits into any line.
fn is_short(name: &str) -> bool {
    name.len() <= 24 && !name.contains(' ')
}

/// A text as HTML has it, also between quotes.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// The anchor that GitHub makes of a heading.
fn anchor_of(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower
        .chars()
        .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
