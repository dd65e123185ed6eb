export { control } from './process/control.ts'
export { type ProgramRun, runProgram, runVerb, runVerbHere } from './process/run-program.ts'
export { createRealKeys, demoKeys } from './process/sample-keys.ts'
export { type Ended, type Running, spawnGuarded } from './process/spawn-guarded.ts'
export {
  type ServerProcess,
  createFolder,
  endProcesses,
  runProcess,
  startProcess,
} from './process/start-process.ts'
export { findFreePort, takePort } from './process/take-port.ts'
