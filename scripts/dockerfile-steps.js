/*
 * Runs the steps of the Dockerfile one by one without Docker, for machines that cannot run containers: each stage is a folder,
 * COPY copies into it, RUN runs in a shell with the paths of the image led there. Then the program that was installed crawls its
 * example with the user's umask alone. It shows that the steps work, not that an image is isolated. Plain JavaScript, for Node 20.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-image-'));
const led = ['/source', '/tmp', '/crawls'];

/** Instructions of the file, lines that go on joined. */
function instructions() {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ');
  return text.split('\n').filter(line => line.trim() !== '');
}

const stages = new Map();
let stage;

function inStage(path, of = stage) {
  return join(of.folder, path.startsWith('/') ? path : join(of.workdir, path));
}

function copy(words) {
  const from = words[0]?.startsWith('--from=') ? stages.get(words.shift().slice('--from='.length)) : undefined;
  const target = words.pop();
  for (const source of words) {
    if (from !== undefined) {
      const [at, pattern] = [inStage(source, from), basename(source).replaceAll('.', '\\.').replace('*', '.*')];
      const name = readdirSync(join(at, '..')).find(each => new RegExp(`^${pattern}$`).test(each));
      if (name === undefined) throw new Error(`${source} is not in the stage before`);
      cpSync(join(at, '..', name), inStage(target));
    } else if (source === '.') {
      const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
      for (const name of files.trim().split('\n'))
        if (existsSync(join(root, name))) cpSync(join(root, name), join(inStage(target), name));
    } else cpSync(join(root, source), join(inStage(target), basename(source)));
  }
}

function run(command) {
  const here = led.reduce(
    (text, path) => text.replaceAll(new RegExp(`(?<=[\\s=])${path}(?=[/\\s]|$)`, 'g'), inStage(path)),
    ` ${command}`,
  );
  // Only root may give files away, and here all are of one user.
  const { status } = spawnSync('sh', ['-ec', here.replace(/chown node:node/g, 'test -d')], {
    cwd: inStage('.'),
    stdio: 'inherit',
    env: {
      ...process.env,
      npm_config_prefix: inStage('/usr/local'),
      npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? folder, '.npm'),
    },
  });
  if (status !== 0) throw new Error(`this step failed: ${command}`);
}

const steps = {
  FROM: ([, , name = 'image']) => {
    stage = { folder: join(folder, name), workdir: '/', user: 'root' };
    stages.set(name, stage);
    for (const path of ['/', '/tmp', '/usr/local']) mkdirSync(inStage(path), { recursive: true });
  },
  WORKDIR: ([path]) => {
    stage.workdir = path;
    mkdirSync(inStage('.'), { recursive: true });
  },
  COPY: copy,
  RUN: words => run(words.join(' ')),
  USER: ([user]) => {
    stage.user = user;
  },
};

try {
  for (const line of instructions()) {
    const [name, ...words] = line.split(/\s+/);
    console.log(`== ${line.slice(0, 100)}`);
    steps[name]?.(words);
  }
  if (stage.user === 'root') throw new Error('the image runs as root');
  const program = inStage('/usr/local/bin/orbweaver');
  const out = inStage('/crawls/example');
  const { status } = spawnSync(process.execPath, [program, 'crawl', '--example', '--quiet', '--out', out], {
    stdio: 'inherit',
    env: { PATH: process.env.PATH, HOME: inStage('/tmp'), ORBWEAVER_STATE: inStage('/crawls/.state') },
  });
  if (status !== 0) throw new Error(`the installed program ended with ${status}`);
  console.log(`all steps work: ${readdirSync(join(out, 'graph')).length} files of a graph`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
