import process from 'node:process'

// Preloaded into a child process, so that it ends with its parent, even if the parent was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening must not keep an otherwise idle process alive.
process.channel?.unref()
