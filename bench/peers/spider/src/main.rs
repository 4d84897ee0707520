//! Crawls one site with spider as quickly as it can and prints what it saw as one JSON line.
//!
//! Usage: spider-peer START_URL subscribe|callback
//!
//! `subscribe` is the documented way to get the pages: a channel hands each to a task of ours. Its buffer has room for
//! every page of a large site, since spider drops pages for a subscriber who falls behind (with the documented 16 it
//! drops one in eight); a dropped page ends the run with an error.
//! `callback` is the cheapest way there is: the filter that spider asks about every page looks at it in passing.
//!
//! Like every program that `bench/crawls/crawl.ts` measures, it appends its peak resident memory in KiB to the file
//! named by BENCH_PEAK_FILE.

use std::fs::{OpenOptions, read_to_string};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use spider::page::Page;
use spider::tokio;
use spider::tokio::sync::broadcast::{Receiver, error::RecvError};
use spider::website::Website;

const BUFFERED_PAGES: usize = 32_768;

type Failure = Box<dyn std::error::Error + Send + Sync>;

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

async fn crawl_subscribed(website: &mut Website, counts: Arc<Counts>) -> Result<(), Failure> {
    let counting = tokio::spawn(count_received(website.subscribe(BUFFERED_PAGES), counts));
    website.crawl_raw().await;
    website.unsubscribe();
    counting.await?
}

async fn count_received(mut pages: Receiver<Page>, counts: Arc<Counts>) -> Result<(), Failure> {
    loop {
        match pages.recv().await {
            Ok(page) => counts.add(&page),
            Err(RecvError::Closed) => return Ok(()),
            Err(RecvError::Lagged(dropped)) => return Err(format!("spider dropped {dropped} pages").into()),
        }
    }
}

async fn crawl_with_callback(website: &mut Website, counts: Arc<Counts>) {
    website.with_on_should_crawl_callback_closure(Some(move |page: &Page| {
        counts.add(page);
        true
    }));
    website.crawl_raw().await;
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
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [start, way] = arguments.as_slice() else { return Err("usage: spider-peer START_URL subscribe|callback".into()) };
    let mut website = Website::new(start);
    website
        .with_delay(0)
        .with_respect_robots_txt(false)
        .with_no_control_thread(true)
        .with_return_page_links(true);
    let counts = Arc::new(Counts::default());
    match way.as_str() {
        "subscribe" => crawl_subscribed(&mut website, Arc::clone(&counts)).await?,
        "callback" => crawl_with_callback(&mut website, Arc::clone(&counts)).await,
        other => return Err(format!("{other}: subscribe or callback").into()),
    }
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
