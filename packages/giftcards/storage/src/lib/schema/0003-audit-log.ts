import type { Migration } from './migration.ts'

/** The audit log: rows in chains, and the last row of each chain. */
export const auditLog: Migration = {
  id: '0003-audit-log',
  statements: ({ integer, text, tableOptions }) => [
    `create table audit_log (
      chain ${text} not null, position ${integer} not null check (position > 0), content ${text} not null,
      hash ${text} not null, primary key (chain, position)) ${tableOptions}`,
    `create table audit_heads (
      chain ${text} not null primary key, position ${integer} not null, hash ${text} not null) ${tableOptions}`,
  ],
}
