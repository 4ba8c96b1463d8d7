/** The member that names who sees a document, by its audience. */
export function audienceOf(visible: unknown): "deptIds" | "roleIds" | null {
  if (visible === "部门") return "deptIds";
  return visible === "角色" ? "roleIds" : null;
}
