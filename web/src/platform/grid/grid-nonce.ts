/** Before the library's elements are defined: the styles they write carry the nonce the content policy asks for. */
import { setNonce } from "@revolist/react-datagrid";
import { cspNonce } from "@/platform/boot";

const nonce = cspNonce();
if (nonce !== undefined) setNonce(nonce);
