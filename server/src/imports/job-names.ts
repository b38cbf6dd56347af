export const checkJob = 'check-import'
export const runJob = 'run-import'
export const undoJob = 'undo-import'
