export { createMcpServer, type McpServerOptions } from './create-mcp-server.ts'
