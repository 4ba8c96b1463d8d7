/** States of a job that is not over, as the server keeps them. */
export const WAITING = "排队中";
export const RUNNING = "执行中";
/** Kind of a job whose file holds the rows that were refused, with the reasons at their cells. */
export const IMPORT = "导入";
