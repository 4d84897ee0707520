/** The list of public suffixes, as a file of ours: the bundle loads no package by itself when needed. */
export { getDomain } from 'tldts';
