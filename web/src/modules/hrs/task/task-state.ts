/** States of a job that is not over, as the server keeps them. */
export const WAITING = "排队中";
export const RUNNING = "执行中";
