export { collectEnd } from './process/collect-end.ts'
export { control } from './process/control.ts'
export { type ProgramRun, runProgram } from './process/run-program.ts'
export { runVerb } from './process/run-verb.ts'
export { createRealKeys, demoKeys } from './process/sample-keys.ts'
export {
  type Ended,
  type ServerProcess,
  createFolder,
  endProcesses,
  processTimeout,
  runProcess,
  startProcess,
} from './process/start-process.ts'
export { findFreePort, takePort } from './process/take-port.ts'
