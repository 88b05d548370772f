/** Errors of the operating system in words a user can act on. */

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed here',
  EIO: 'the disk reported an input/output error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this system',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is in use',
  EEXIST: 'it exists already',
};

/** The code of a system error, such as `ENOENT`; an empty string for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Why it failed, in a few words, with the system's code where there is one. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = REASONS[code];
  if (reason !== undefined) return `${reason} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
