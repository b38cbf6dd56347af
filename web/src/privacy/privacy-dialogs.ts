import { lazy } from 'react'

export const MergeDialog = lazy(() => import('./MergeDialog.tsx').then(({ MergeDialog }) => ({ default: MergeDialog })))
export const EraseDialog = lazy(() => import('./EraseDialog.tsx').then(({ EraseDialog }) => ({ default: EraseDialog })))
export const SubjectAccessDialog = lazy(() =>
  import('./SubjectAccessDialog.tsx').then(({ SubjectAccessDialog }) => ({ default: SubjectAccessDialog })),
)
