/** The argument as one would type it in a shell. */
export function quoted(argument: string): string {
  if (/^[\w@%+=:,./\\~-]+$/.test(argument)) return argument;
  return process.platform === 'win32' ? `"${argument}"` : `'${argument.replaceAll("'", "'\\''")}'`;
}
