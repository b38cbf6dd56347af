export const bulkJob = { apply: 'apply-bulk-edit', undo: 'undo-bulk-edit' } as const
