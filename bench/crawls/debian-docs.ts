/** The pages that are crawled where neither `--root` nor BENCH_ROOT names a folder: the API documentation of OpenJDK 17. */
export const debianPackage = 'openjdk-17-doc';
export const defaultRoot = '/usr/share/doc/openjdk-17-jre-headless/api';
