import process from 'node:process'

// Preloaded into a child that leads a process group: the group ends when the parent does, even a parent that was killed
// and could not say so.
process.once('disconnect', () => process.kill(-process.pid, 'SIGTERM'))
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref()
