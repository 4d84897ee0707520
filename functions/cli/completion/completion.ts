import { allCommands, type ToldCommand, type ToldOption } from './command-tree.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script that completes the command line of `program` in a shell. */
export function completionScript(shell: Shell, program: ToldCommand, name: string): string {
  const commands = [...allCommands(program)];
  switch (shell) {
    case 'bash':
      return bashScript(commands, name);
    case 'zsh':
      return zshScript(commands, name);
    case 'fish':
      return fishScript(commands, name);
  }
}

/** A word in single quotation marks. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function keyOf({ path }: ToldCommand): string {
  return path.map(each => ` ${each}`).join('');
}

/** The words that may follow the command: commands below it, or what its argument is chosen from. */
function nextWords({ commands, words }: ToldCommand): readonly string[] {
  return [...commands.map(({ path }) => path.at(-1)!), ...words];
}

/** Which words lead from one command to the next: a pattern of `case`. */
function waysIn(commands: readonly ToldCommand[]): string {
  return commands
    .filter(({ path }) => path.length > 0)
    .map(command => quoted(keyOf(command)))
    .join('|');
}

function choicesOf(commands: readonly ToldCommand[]): readonly (readonly [string, readonly string[]])[] {
  return commands.flatMap(command =>
    command.options
      .filter(({ choices }) => choices.length > 0)
      .map(({ long, choices }) => [`${keyOf(command)} ${long}`, choices] as const),
  );
}

function bashScript(commands: readonly ToldCommand[], name: string): string {
  const words = commands.map(
    command => `    ${quoted(keyOf(command))})
      commands=${quoted(nextWords(command).join(' '))}
      options=${quoted(command.options.map(({ long }) => long).join(' '))} ;;`,
  );
  const choices = choicesOf(commands).map(
    ([key, values]) =>
      `    ${quoted(key)}) mapfile -t COMPREPLY < <(compgen -W ${quoted(values.join(' '))} -- "$current"); return ;;`,
  );
  return `# bash completion of ${name}
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} at='' word commands='' options=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${waysIn(commands)}) at="$at $word" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${choices.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  if [[ $current == -* ]]; then mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  else mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current"); fi
}
complete -o default -F _${name} ${name}
`;
}

function zshScript(commands: readonly ToldCommand[], name: string): string {
  const described = (word: string, help: string): string => quoted(`${word.replaceAll(':', '\\:')}:${help}`);
  const words = commands.map(
    command => `    ${quoted(keyOf(command))})
      commands=(${[...command.commands.map(({ path, summary }) => described(path.at(-1)!, summary)), ...command.words.map(quoted)].join(' ')})
      options=(${command.options.map(({ long, help }) => described(long, help)).join(' ')}) ;;`,
  );
  const choices = choicesOf(commands).map(
    ([key, values]) => `    ${quoted(key)}) compadd -- ${values.map(quoted).join(' ')}; return ;;`,
  );
  return `#compdef ${name}
# zsh completion of ${name}
_${name}() {
  local at='' word
  local -a commands options
  for word in \${words[2,CURRENT-1]}; do
    case "$at $word" in
      (${waysIn(commands)}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choices.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( \${#commands} )); then _describe command commands
  else _files; fi
}
compdef _${name} ${name}
`;
}

function fishScript(commands: readonly ToldCommand[], name: string): string {
  const line = (command: ToldCommand, rest: string): string =>
    `complete -c ${name} -n ${quoted(`test (__${name}_at) = ${quoted(keyOf(command).trim())}`)} ${rest}`;
  const lines = commands.flatMap(command => [
    ...command.commands.map(({ path, summary }) =>
      line(command, `-f -a ${quoted(path.at(-1)!)} -d ${quoted(summary)}`),
    ),
    ...(command.words.length === 0 ? [] : [line(command, `-f -a ${quoted(command.words.join(' '))}`)]),
    ...command.options.map(option => line(command, fishOption(option))),
  ]);
  return `# fish completion of ${name}
function __${name}_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch (string trim -- "$at $word")
      case ${commands
        .filter(({ path }) => path.length > 0)
        .map(command => quoted(keyOf(command).trim()))
        .join(' ')}
        set at (string trim -- "$at $word")
    end
  end
  echo -- "$at"
end
${lines.join('\n')}
`;
}

function fishOption({ long, takesValue, choices, help }: ToldOption): string {
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
  return `-l ${long.replace(/^--/, '')}${value} -d ${quoted(help)}`;
}
