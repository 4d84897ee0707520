import { expect, test } from 'vitest';
import { sniffsHtml } from '../../../../shared/domain/http/sniff-html.ts';

/** MIME Sniffing standard, section 7.1. */
test.each([
  ['<!DOCTYPE html><p>', true],
  ['\r\n\t <!doctype HTML >', true],
  ['<html lang=ru>', true],
  ['<HTML>', true],
  ['<!-- made by hand --><p>', true],
  ['<script src=x>', true],
  ['<a href=x>', true],
  ['<p>text', true],
  ['<br>text', true],
  ['<title>', true],
  ['<article>', false],
  ['<html', false],
  ['<html/>', false],
  ['<brx>', false],
  ['text <html>', false],
  ['\u00a0<html>', false],
  ['<?xml version="1.0"?><html>', false],
  ['%PDF-1.7', false],
  ['', false],
])('%j begins as HTML: %s', (text, expected) => {
  expect(sniffsHtml(Buffer.from(text))).toBe(expected);
});
