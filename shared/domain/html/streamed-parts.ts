import { attributeOf, insertNode, nextNode, TextNode, type TreeNode } from './tree-node.ts';

const mostParts = 1_000;

/**
 * Puts what a server of React sent later into its place: a page holds `<template id="B:0">` there (`P:0` in such a part), and at its
 * end `<div hidden id="S:0">` with the content, which a script moves.
 */
export function placeStreamedParts(document: TreeNode): void {
  const places = new Map<string, TreeNode>();
  const parts = new Map<string, TreeNode>();
  for (let node = nextNode(document, document); node; node = nextNode(node, document)) {
    if (node instanceof TextNode || parts.size >= mostParts) continue;
    const [, kind, name] = /^([BPS]):([\da-f]{1,6})$/.exec(attributeOf(node, 'id') ?? '') ?? [];
    if (kind !== undefined && kind !== 'S' && node.name === 'template') places.set(name!, node);
    if (kind === 'S' && attributeOf(node, 'hidden') !== undefined) parts.set(name!, node);
  }
  for (const [name, part] of parts) {
    const place = places.get(name);
    if (place?.parent && !isInside(place, part)) move(part, place);
  }
}

function isInside(node: TreeNode, outer: TreeNode): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

function move(part: TreeNode, place: TreeNode): void {
  for (let child = part.first; child; child = part.first) insertNode(place.parent!, child, place);
}
