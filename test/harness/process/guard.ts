import process from 'node:process'
import { createInterface } from 'node:readline'

// Reads a line for each process group that begins (`+4711`) or has ended (`-4711`). Its input ends with the process that writes it,
// even on SIGKILL; then it kills the groups that are left.
const groups = new Set<number>()
createInterface({ input: process.stdin })
  .on('line', (line) => (line.startsWith('+') ? groups.add(Number(line)) : groups.delete(-Number(line))))
  .on('close', () => {
    for (const group of groups) {
      try {
        process.kill(-group, 'SIGKILL')
      } catch {
        // It has ended in the meantime.
      }
    }
  })
