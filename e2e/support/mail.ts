/** A mail server of the test's own: takes every mail, and tells what stands in it. */
import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";

const ADDRESS = "post@example.com";

export class MailServer {
  private readonly mails: string[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((socket) => this.talk(socket));
  }

  static async start(): Promise<MailServer> {
    const own = new MailServer();
    own.server.listen(0, "127.0.0.1");
    await once(own.server, "listening");
    return own;
  }

  stop(): void {
    this.server.close();
  }

  /** The mailbox of its account, as the call that saves one takes it. */
  mailbox(version: number): object {
    const { port } = this.server.address() as AddressInfo;
    return {
      mailValid: true, mailName: "演示货运", mailAddress: ADDRESS, mailSmtp: "127.0.0.1", mailSecurity: "NONE", mailPort: port,
      mailUser: ADDRESS, mailVerifyCode: "Mail-2026x", mailSignature: "", version,
    };
  }

  /** What stands in the mails it took so far. */
  text(): string {
    return this.mails.map(readable).join("\n");
  }

  private talk(socket: Socket): void {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: string[] | undefined;
    let rest = "";
    say("220 mail.example.com ESMTP");
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      const lines = (rest + bytes.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (mail && line !== ".") mail.push(line);
        else if (mail) {
          this.mails.push(mail.join("\r\n"));
          mail = undefined;
          say("250 2.0.0 taken");
        } else if (/^EHLO/i.test(line)) say("250-mail.example.com\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN");
        else if (/^AUTH/i.test(line)) say("235 2.7.0 welcome");
        else if (/^DATA/i.test(line)) {
          mail = [];
          say("354 go on");
        } else if (/^QUIT/i.test(line)) socket.end("221 2.0.0 bye\r\n");
        else say("250 2.0.0 ok");
      }
    });
  }
}

/** A mail with its parts decoded. */
function readable(raw: string): string {
  const parts = raw.split("\r\n--").map((part) => {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const body = rest.join("\r\n\r\n");
    if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
    if (!/quoted-printable/i.test(head)) return body;
    return body.replaceAll("=\r\n", "").replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  });
  return parts.join("\n");
}
