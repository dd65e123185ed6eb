import { startSandbox } from './sandbox/start-sandbox.ts'
const t=performance.now(); const s=await startSandbox({LOG_LEVEL:'silent'}); console.log('start', performance.now()-t); await s.close(); process.exit(0)
