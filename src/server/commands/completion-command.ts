import { action, wordsOf, type Command } from './command-frame.ts';

type LoadCommands = () => Promise<readonly Command<never>[]>;

/** A shell reads the script once. It asks no program, so a Tab costs nothing. */
export function completionCommand(loadAll: LoadCommands): Command<never> {
  const shell = (name: string, file: string, write: (candidates: readonly Candidates[]) => string) =>
    action<never>({
      about: `In ${file}:  source <(foyer-server completion ${name})`,
      examples: [name],
      prepare: () => async () => {
        const script = write(candidatesOf(await loadAll()));
        return { data: { shell: name, script }, text: script };
      },
    });
  return {
    name: 'completion',
    about: 'Prints the tab completion for a shell. It is for foyer-server by that name, on the PATH.',
    standsAlone: true,
    actions: {
      bash: shell('bash', '~/.bashrc', bashScript),
      zsh: shell('zsh', '~/.zshrc, after compinit', zshScript),
    },
  };
}

interface Candidates {
  /** A pattern of `case` for the words before the cursor, which both shells understand. */
  readonly after: string;
  readonly words: readonly string[];
}

function candidatesOf(commands: readonly Command<never>[]): Candidates[] {
  const names = [...commands.map(({ name }) => name), '--help', '--version'];
  const after = commands.flatMap((command): Candidates[] => {
    const actions = wordsOf(command).map(({ words, options }) => ({
      after: `'${words}'|'${words} '*`,
      words: options,
    }));
    const choices = Object.keys(command.actions).filter((word) => word !== '');
    if (choices.length === 0) return actions;
    return [{ after: `'${command.name}'`, words: [...choices, '--help'] }, ...actions];
  });
  return [{ after: "''", words: names }, ...after];
}

function casesOf(candidates: readonly Candidates[]): string {
  return candidates.map(({ after, words }) => `    ${after}) found=(${words.join(' ')}) ;;`).join('\n');
}

/** `-o default`: files where no word fits. */
function bashScript(candidates: readonly Candidates[]): string {
  return `_foyer_server() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" found=()
  case "$before" in
${casesOf(candidates)}
  esac
  COMPREPLY=($(compgen -W "\${found[*]}" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _foyer_server foyer-server
`;
}

function zshScript(candidates: readonly Candidates[]): string {
  return `_foyer_server() {
  local before="\${(j: :)words[2,CURRENT-1]}"
  local -a found
  case "$before" in
${casesOf(candidates)}
  esac
  compadd -a found || _files
}
compdef _foyer_server foyer-server
`;
}
