import process from 'node:process'
import { createInterface } from 'node:readline'

// Reads a line for each process group that starts (`+4711`) or has ended (`-4711`). When the parent process ends, even by
// SIGKILL, this input ends. Then the guard kills the remaining groups.
const groups = new Set<number>()
createInterface({ input: process.stdin })
  .on('line', (line) => (line.startsWith('+') ? groups.add(Number(line)) : groups.delete(-Number(line))))
  .on('close', () => {
    for (const group of groups) {
      try {
        process.kill(-group, 'SIGKILL')
      } catch {
        // The group has already ended.
      }
    }
  })
