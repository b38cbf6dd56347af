/** The tabs of Activity after the one that has everything. */
export const activityKinds = ['members', 'money', 'messages', 'classes', 'security', 'changes'] as const
export type ActivityKind = (typeof activityKinds)[number]

/** The tabs of Activity. */
export const activityTabs = ['all', ...activityKinds] as const
export type ActivityTab = (typeof activityTabs)[number]
