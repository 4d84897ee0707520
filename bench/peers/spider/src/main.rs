//! Crawls one site with spider as quickly as it can and prints what it saw as one JSON line.
//!
//! Usage: spider-peer START_URL [--concurrency N] [--no-links]
//!
//! Like every program that `bench/crawl.ts` measures, it appends its peak resident memory in KiB to the file
//! named by BENCH_PEAK_FILE.

use std::fs::{OpenOptions, read_to_string};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use spider::page::Page;
use spider::tokio;
use spider::website::Website;

struct Options {
    start: String,
    concurrency: Option<usize>,
    links: bool,
}

#[derive(Default)]
struct Counts {
    pages: AtomicUsize,
    links: AtomicUsize,
    bytes: AtomicUsize,
}

impl Counts {
    fn add(&self, page: &Page) {
        if !page.status_code.is_success() {
            return;
        }
        self.pages.fetch_add(1, Relaxed);
        self.bytes.fetch_add(page.get_html_bytes_u8().len(), Relaxed);
        self.links.fetch_add(page.page_links.as_ref().map_or(0, |links| links.len()), Relaxed);
    }
}

fn options() -> Result<Options, String> {
    let mut arguments = std::env::args().skip(1);
    let start = arguments.next().ok_or("START_URL is missing")?;
    let mut options = Options { start, concurrency: None, links: true };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--no-links" => options.links = false,
            "--concurrency" => {
                let value = arguments.next().and_then(|text| text.parse().ok());
                options.concurrency = Some(value.ok_or("--concurrency needs a number")?);
            }
            other => return Err(format!("unknown argument {other}")),
        }
    }
    Ok(options)
}

/// The kernel's high-water mark of this process's resident memory, in KiB (proc(5), VmHWM).
fn peak_kib() -> Option<u64> {
    let status = read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn report_peak() -> std::io::Result<()> {
    if let (Ok(file), Some(peak)) = (std::env::var("BENCH_PEAK_FILE"), peak_kib()) {
        writeln!(OpenOptions::new().append(true).create(true).open(file)?, "{peak}")?;
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = options()?;
    let counts = Arc::new(Counts::default());
    let seen = Arc::clone(&counts);
    let mut website = Website::new(&options.start);
    website
        .with_delay(0)
        .with_respect_robots_txt(false)
        .with_no_control_thread(true)
        .with_return_page_links(options.links)
        .with_concurrency_limit(options.concurrency)
        .with_on_should_crawl_callback_closure(Some(move |page: &Page| {
            seen.add(page);
            true
        }));
    website.crawl_raw().await;
    println!(
        "{{\"pages\":{},\"visited\":{},\"links\":{},\"bytes\":{}}}",
        counts.pages.load(Relaxed),
        website.get_links().len(),
        counts.links.load(Relaxed),
        counts.bytes.load(Relaxed),
    );
    report_peak()?;
    Ok(())
}
