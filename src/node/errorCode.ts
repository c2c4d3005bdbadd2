/** The system's code of an error, e.g. ENOENT; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What a failed write means, wherever it was: `full` and `readOnly` are for the person to put right. */
export function storageReason(error: unknown): 'full' | 'readOnly' | 'failed' {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  return code === 'EROFS' || code === 'EACCES' || code === 'EPERM' ? 'readOnly' : 'failed';
}
