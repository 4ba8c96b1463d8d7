// The texts of the page of a guest of the chat, which come with it.

export const zh = {
  "chat.title": "在线沟通",
  "chat.gone": "链接无效或已过期",
  "chat.goneHint": "请核对链接是否完整，或联系邀请您的人重新发送邀请。",
  "chat.with": "{name}，您正在与{host}沟通",
  "chat.online": "在线",
  "chat.offline": "离线，留言后对方上线即可看到",
  "chat.stopped": "对方已停止在线沟通，无法发送消息。",
  "chat.until": "链接有效期至{time}",
  "chat.messages": "聊天记录",
  "chat.older": "查看更早的消息",
  "chat.empty": "暂无消息",
  "chat.write": "输入消息",
  "chat.send": "发送",
  "chat.file": "发送图片或文件",
  "chat.me": "我",
} as const;

export const en: Record<keyof typeof zh, string> = {
  "chat.title": "Online chat",
  "chat.gone": "the link is not valid, or not any more",
  "chat.goneHint": "Check that the link is complete, or ask who invited you to do so again.",
  "chat.with": "{name}, you are talking to {host}",
  "chat.online": "Online",
  "chat.offline": "Offline; what you write is seen later",
  "chat.stopped": "The other side has ended the chat. Nothing can be sent.",
  "chat.until": "The link works until {time}",
  "chat.messages": "Messages",
  "chat.older": "Earlier messages",
  "chat.empty": "There are no messages yet",
  "chat.write": "Message",
  "chat.send": "Send",
  "chat.file": "Send a picture or a file",
  "chat.me": "Me",
};
