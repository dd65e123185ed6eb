import process from 'node:process'

// Preloaded into a child, which ends when its parent ends, even if the parent was killed and could not send a signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref()
