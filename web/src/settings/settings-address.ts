export const memberCategoriesAddress = (clubId: number) => `/settings/member-categories/${clubId}`
export const newMemberCategoryAddress = (clubId: number) => `/settings/member-categories/${clubId}/create`
export const memberCategoryAddress = (clubId: number, categoryId: number) =>
  `/settings/member-categories/edit/${clubId}/${categoryId}`
export const notInterestedReasonsAddress = (clubId: number) => `/settings/not-interested-reasons/${clubId}`
