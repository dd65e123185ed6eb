import { spawn } from 'node:child_process'
import process from 'node:process'

/** Lets go of the guard: the caller has ended the server and removed the folder. */
type Dismiss = () => void

/**
 * Waits for this process to end, however it does; then kills the server of the data folder and removes the parent
 * folder. The pipe is what tells: the system closes it with the process.
 */
const script = `
cat > /dev/null
[ -d "$1" ] || exit 0
kill -9 "$(head -n 1 "$1/data/postmaster.pid")" 2> /dev/null
until rm -rf "$1" 2> /dev/null; do :; done
`

/** Sees to it that no server and no folder is left behind. */
export function guardFolder(folder: string): Dismiss {
  const guard = spawn('sh', ['-c', script, 'guard', folder], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
    // An interrupt from the keyboard goes to the whole group, and must not end the guard first.
    detached: true,
  })
  guard.unref()
  const { stdin } = guard
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return () => {
    stdin.end()
  }
}
