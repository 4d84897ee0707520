/** Sites to measure rules on: Debian packages of documentation, in the order of the tables. */
import { existsSync } from 'node:fs';
import type { SiteFolder } from './read-site.ts';

/** Name, package, root below `/usr/share`, first page. */
type Entry = readonly [name: string, debian: string, root: string, start: string];

/** The ten sites of the issue. */
const corpus: readonly Entry[] = [
  ['python', 'python3.11-doc', 'doc/python3.11/html', '/index.html'],
  ['postgres', 'postgresql-doc-15', 'doc/postgresql-doc-15/html', '/index.html'],
  ['django', 'python-django-doc', 'doc/python-django-doc/html', '/index.html'],
  ['apache', 'apache2-doc', 'doc/apache2-doc/manual', '/en/index.html'],
  ['handbook', 'debian-handbook', 'doc/debian-handbook/html', '/en-US/index.html'],
  ['qtbase', 'qtbase5-doc-html', 'qt5/doc', '/qtcore/qtcore-index.html'],
  ['wx', 'wx3.2-doc', 'doc/wx3.2-doc/html', '/index.html'],
  ['libstdcxx', 'libstdc++-12-doc', 'doc/gcc-12-base/libstdc++', '/user/index.html'],
  ['pandas', 'python-pandas-doc', 'doc/python-pandas-doc/html', '/index.html'],
  ['openjdk', 'openjdk-17-doc', 'doc/openjdk-17-jre-headless/api', '/index.html'],
];

/** Others. The rule's constants were chosen on the ten and on `dev`; `unseen` was looked at afterwards only. */
const dev: readonly Entry[] = [
  ['boost', 'libboost1.81-doc', 'doc/libboost1.81-doc/doc/html', '/index.html'],
  ['git', 'git-doc', 'doc/git-doc', '/index.html'],
  ['cmake', 'cmake-doc', 'doc/cmake-data/html', '/index.html'],
  ['sphinx', 'sphinx-doc', 'doc/sphinx-doc/html', '/index.html'],
  ['doxygen', 'doxygen-doc', 'doc/doxygen/html', '/index.html'],
  ['docutils', 'docutils-doc', 'doc/docutils-doc/docs', '/index.html'],
  ['devref', 'developers-reference', 'doc/developers-reference/docs', '/index.html'],
  ['rust', 'rust-doc', 'doc/rust-doc/html', '/index.html'],
  ['borg', 'borgbackup-doc', 'doc/borgbackup/html', '/index.html'],
  ['bind', 'bind9-doc', 'doc/bind9-doc/arm', '/index.html'],
  ['erlang', 'erlang-doc', 'doc/erlang-doc', '/doc/index.html'],
  ['gtk4', 'libgtk-4-doc', 'doc/libgtk-4-doc', '/gtk4/index.html'],
  ['sympy', 'python-sympy-doc', 'doc/python-sympy-doc/html', '/index.html'],
  ['scipy', 'python-scipy-doc', 'doc/python-scipy-doc/html', '/index.html'],
  ['buildbot', 'buildbot-doc', 'doc/buildbot/html', '/index.html'],
  ['postfix', 'postfix-doc', 'doc/postfix/html', '/index.html'],
  ['exim', 'exim4-doc-html', 'doc/exim4-doc-html/spec_html', '/index.html'],
  ['tornado', 'python-tornado-doc', 'doc/python-tornado-doc/html', '/index.html'],
  ['libvirt', 'libvirt-doc', 'doc/libvirt-doc/html', '/index.html'],
  ['pygments', 'python-pygments-doc', 'doc/python-pygments-doc/html', '/index.html'],
  ['cython', 'cython-doc', 'doc/cython-doc/html', '/index.html'],
  ['twisted', 'twisted-doc', 'doc/twisted-doc/html', '/index.html'],
  ['install', 'installation-guide-amd64', 'doc/installation-guide-amd64', '/en/index.html'],
];
/** Read when the part at which a site is worth waiting for was chosen (`worth` in `rule.ts`), with the ten and `dev`. */
const more: readonly Entry[] = [
  ['glib', 'libglib2.0-doc', 'gtk-doc/html', '/gio/index.html'],
  ['ganeti', 'ganeti-doc', 'doc/ganeti/html', '/index.html'],
  ['keystone', 'keystone-doc', 'doc/keystone-doc/html', '/index.html'],
  ['krb5', 'krb5-doc', 'doc/krb5-doc', '/index.html'],
  ['fftw', 'libfftw3-doc', 'doc/libfftw3-dev/html', '/index.html'],
  ['linux', 'linux-doc-6.1', 'doc/linux-doc-6.1/html', '/index.html'],
  ['clang', 'clang-14-doc', 'doc/clang-14/html', '/index.html'],
  ['llvm', 'llvm-14-doc', 'doc/llvm-14-doc/html', '/index.html'],
  ['mailman', 'mailman3-doc', 'doc/mailman3/html', '/index.html'],
  ['neutron', 'neutron-doc', 'doc/neutron-doc/html', '/index.html'],
  ['nodejs', 'nodejs-doc', 'doc/nodejs/api', '/index.html'],
  ['nova', 'nova-doc', 'doc/nova-doc/html', '/index.html'],
  ['ntpsec', 'ntpsec-doc', 'doc/ntpsec-doc/html', '/index.html'],
  ['petsc', 'petsc3.18-doc', 'doc/petsc3.18-doc/docs', '/index.html'],
  ['attrs', 'python-attr-doc', 'doc/python-attr-doc/html', '/index.html'],
  ['babel', 'python-babel-doc', 'doc/python-babel-doc/html', '/index.html'],
  ['dask', 'python-dask-doc', 'doc/python-dask-doc/html', '/index.html'],
  ['distributed', 'python-distributed-doc', 'doc/python-distributed-doc/html', '/index.html'],
  ['gevent', 'python-gevent-doc', 'doc/python-gevent-doc/html', '/index.html'],
  ['h5py', 'python-h5py-doc', 'doc/python-h5py-doc/html', '/index.html'],
  ['pyqtgraph', 'python-pyqtgraph-doc', 'doc/python-pyqtgraph-doc/html', '/index.html'],
  ['skimage', 'python-skimage-doc', 'doc/python-skimage-doc/html', '/index.html'],
  ['sklearn', 'python-sklearn-doc', 'doc/python-sklearn-doc/html', '/index.html'],
  ['statsmodels', 'python-statsmodels-doc', 'doc/python-statsmodels-doc/html', '/index.html'],
  ['werkzeug', 'python-werkzeug-doc', 'doc/python-werkzeug-doc/html', '/index.html'],
  ['racket', 'racket-doc', 'doc/racket', '/index.html'],
  ['rsyslog', 'rsyslog-doc', 'doc/rsyslog-doc/html', '/index.html'],
  ['swift', 'swift-doc', 'doc/swift-doc/base', '/index.html'],
  ['varnish', 'varnish-doc', 'doc/varnish/html', '/index.html'],
];
const unseen: readonly Entry[] = [
  ['sqlite', 'sqlite3-doc', 'doc/sqlite3', '/index.html'],
  ['scala', 'scala-doc', 'doc/scala-2.11', '/api/library/index.html'],
  ['policy', 'debian-policy', 'doc/debian-policy', '/policy.html/index.html'],
  ['octave', 'octave-doc', 'doc/octave', '/octave.html/index.html'],
  ['dpdk', 'dpdk-doc', 'doc/dpdk', '/guides/index.html'],
  ['maxima', 'maxima-doc', 'doc/maxima-doc/html', '/maxima_toc.html'],
  ['zsh', 'zsh-doc', 'doc/zsh-common/html', '/index.html'],
  ['fp', 'fp-docs-3.2.2', 'doc/fp-docs/3.2.2', '/rtl/index.html'],
  ['gnuplot', 'gnuplot-doc', 'doc/gnuplot/htmldocs', '/index.html'],
  ['ghc', 'ghc-doc', 'doc/ghc-doc', '/html/users_guide/index.html'],
  ['gtk3', 'libgtk-3-doc', 'gtk-doc/html', '/gtk3/index.html'],
  ['sqlalchemy', 'python-sqlalchemy-doc', 'doc/python-sqlalchemy-doc/html', '/index.html'],
  ['astropy', 'python-astropy-doc', 'doc/python-astropy-doc/html', '/index.html'],
  ['cppref', 'cppreference-doc-en-html', 'cppreference/doc/html/en', '/index.html'],
  ['celery', 'python-celery-doc', 'doc/python-celery-doc/html', '/index.html'],
  ['faq', 'debian-faq', 'doc/debian/FAQ', '/index.html'],
  ['pypy', 'pypy3-doc', 'doc/pypy3/html', '/index.html'],
  ['slurm', 'slurm-wlm-doc', 'doc/slurm-wlm/html', '/slurm.html'],
  ['flask', 'python-flask-doc', 'doc/python-flask-doc/html', '/index.html'],
  ['pil', 'python-pil-doc', 'doc/python-pil-doc/html', '/index.html'],
  ['eigen', 'libeigen3-doc', 'doc/libeigen3-dev/html', '/index.html'],
  ['ffmpeg', 'ffmpeg-doc', 'doc/ffmpeg', '/manual/index.html'],
  ['sage', 'sagemath-doc', 'doc/sagemath/html/en', '/index.html'],
];

export const siteGroups = {
  corpus: corpus.map(folderOf),
  dev: dev.map(folderOf),
  more: more.map(folderOf),
  unseen: unseen.map(folderOf),
};

function folderOf([name, debian, root, start]: Entry): SiteFolder {
  return { name, debian, root: `/usr/share/${root}`, start };
}

/** Those that are not there, by the package that brings them. */
export function missing(sites: readonly SiteFolder[]): string[] {
  return sites.filter(({ root, start }) => !existsSync(root + start)).map(({ debian }) => debian);
}
