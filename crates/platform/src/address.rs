//! The address guard: what the server itself may connect to when a user said where (Rule 10 of the
//! people chapter). A name is resolved once, and the connection goes to the address that was looked at.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

/// Networks that are not the public internet (IANA special-purpose registry, RFC 6890), and multicast.
const CLOSED_V4: [Ipv4Net; 16] = [
    v4(0, 0, 0, 0, 8),
    v4(10, 0, 0, 0, 8),
    v4(100, 64, 0, 0, 10),
    v4(127, 0, 0, 0, 8),
    v4(169, 254, 0, 0, 16),
    v4(172, 16, 0, 0, 12),
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    v4(192, 31, 196, 0, 24),
    v4(192, 88, 99, 0, 24),
    v4(192, 168, 0, 0, 16),
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    v4(224, 0, 0, 0, 4),
    v4(240, 0, 0, 0, 4),
];

const fn v6(a: u16, b: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), prefix)
}

/// What is public of IPv6 lies inside this network,
const OPEN_V6: Ipv6Net = v6(0x2000, 0, 3);
/// and outside of these: protocol assignments with Teredo, documentation twice.
const CLOSED_V6: [Ipv6Net; 3] = [v6(0x2001, 0, 23), v6(0x2001, 0xdb8, 32), v6(0x3fff, 0, 20)];
/// 6to4: the IPv4 address behind it stands in the second and third group (RFC 3056).
const SIX_TO_FOUR: Ipv6Net = v6(0x2002, 0, 16);
/// NAT64: the IPv4 address behind it stands at the end (RFC 6052).
const NAT64: Ipv6Net = v6(0x64, 0xff9b, 96);

/// Whether an address lies in the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !CLOSED_V4.iter().any(|net| net.contains(&address)),
        IpAddr::V6(address) => {
            let [_, _, a, b, c, d, ..] = address.octets();
            let [.., e, f, g, h] = address.octets();
            if SIX_TO_FOUR.contains(&address) {
                return is_public(Ipv4Addr::new(a, b, c, d).into());
            }
            if NAT64.contains(&address) {
                return is_public(Ipv4Addr::new(e, f, g, h).into());
            }
            OPEN_V6.contains(&address) && !CLOSED_V6.iter().any(|net| net.contains(&address))
        }
    }
}

/// The guard of a deployment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AddressGuard {
    allowed: Vec<IpNet>,
}

impl AddressGuard {
    /// A guard that lets these networks pass besides the public internet; the text that is no network otherwise.
    pub fn new(allowed: &[String]) -> Result<Self, String> {
        let read = |text: &String| text.trim().parse().map_err(|_| text.clone());
        Ok(Self { allowed: allowed.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The networks beside the public internet.
    pub fn allowed(&self) -> Vec<String> {
        self.allowed.iter().map(ToString::to_string).collect()
    }

    /// Whether the server may connect to an address.
    pub fn permits(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        is_public(address) || self.allowed.iter().any(|net| net.contains(&address))
    }

    /// Where to connect for a host, resolved now. None when there is no such host, or one of its
    /// addresses is closed: a name with two faces is not a friend's.
    pub fn resolve(&self, host: &str, port: u16) -> Option<SocketAddr> {
        if !is_host(host) {
            return None;
        }
        self.choose((host, port).to_socket_addrs().ok()?.collect())
    }

    /// Where to connect for a host of a network the deployment opened, resolved now; none for any other.
    pub fn resolve_own(&self, host: &str, port: u16) -> Option<SocketAddr> {
        let place = self.resolve(host, port)?;
        let address = place.ip().to_canonical();
        self.allowed.iter().any(|net| net.contains(&address)).then_some(place)
    }

    fn choose(&self, found: Vec<SocketAddr>) -> Option<SocketAddr> {
        if !found.iter().all(|address| self.permits(address.ip())) {
            return None;
        }
        // Many offices have no IPv6, and the system's order does not always know it.
        found.iter().find(|address| address.is_ipv4()).or(found.first()).copied()
    }
}

/// Whether a text may be asked of the resolver: a name or a literal, without port, path or user.
pub fn is_host(text: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
    !text.is_empty() && text.len() <= 253 && text.chars().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ways to write an address of the own house, the neighbours, or nobody (at least 40).
    const CLOSED: [&str; 66] = [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "127.255.255.255",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0x7f.1",
        "017700000001",
        "0177.0.0.1",
        "0177.0.0.01",
        "0.0.0.0",
        "0",
        "0.1.2.3",
        "10.0.0.0",
        "10.0.0.1",
        "10.255.255.255",
        "012.0.0.1",
        "167772161",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "192.168.255.255",
        "3232235521",
        "0xc0a80001",
        "169.254.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.127.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "192.88.99.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "0:0:0:0:0:0:0:1",
        "::ffff:127.0.0.1",
        "::ffff:7f00:1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::127.0.0.1",
        "::ffff:0:127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:0a00:0001::1",
        "2002:c0a8:1::1",
        "2001:0:53aa::1",
        "2001:db8::1",
        "3fff::1",
        "100::1",
        "fc00::1",
        "fd12:3456:789a::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "localhost",
    ];

    #[test]
    fn no_way_of_writing_a_private_address_passes() {
        let guard = AddressGuard::default();
        for host in CLOSED {
            assert_eq!(guard.resolve(host, 25), None, "{host}");
        }
    }

    #[test]
    fn what_is_no_host_is_not_asked_for() {
        let guard = AddressGuard::new(&["127.0.0.0/8".to_owned()]).unwrap();
        for host in
            ["", "[::1]", "127.0.0.1:25", "a@127.0.0.1", "127.0.0.1/x", "127.0.0.1\r\nRCPT", "127.0.0.1 ", "例.cn"]
        {
            assert_eq!(guard.resolve(host, 25), None, "{host:?}");
        }
        assert!(!is_host(&"a".repeat(254)));
    }

    #[test]
    fn public_addresses_pass() {
        for host in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1",
            "2400:3200::1",
            "2002:0101:0101::1",
            "64:ff9b::1.1.1.1",
            "::ffff:1.1.1.1",
        ] {
            assert!(AddressGuard::default().resolve(host, 465).is_some(), "{host}");
        }
    }

    #[test]
    fn a_deployment_opens_its_own_networks_and_no_others() {
        let guard = AddressGuard::new(&["10.1.0.0/16".to_owned(), " fd00::/8 ".to_owned()]).unwrap();
        for (host, passes) in [
            ("10.1.0.9", true),
            ("10.1.255.255", true),
            ("10.0.255.255", false),
            ("10.2.0.0", false),
            ("::ffff:10.1.0.9", true),
            ("fd00::9", true),
            ("fc00::9", false),
            ("127.0.0.1", false),
        ] {
            assert_eq!(guard.resolve(host, 25).is_some(), passes, "{host}");
        }
        assert_eq!(AddressGuard::new(&["10.1.0.0/33".to_owned()]), Err("10.1.0.0/33".to_owned()));
        assert_eq!(AddressGuard::new(&["office".to_owned()]), Err("office".to_owned()));
    }

    #[test]
    fn a_name_with_one_private_address_is_refused_as_a_whole() {
        let at = |text: &str| SocketAddr::new(text.parse().unwrap(), 25);
        let guard = AddressGuard::default();
        assert_eq!(guard.choose(vec![at("1.1.1.1"), at("192.168.0.1")]), None);
        assert_eq!(guard.choose(vec![at("2606:4700::1"), at("1.1.1.1")]), Some(at("1.1.1.1")));
        assert_eq!(guard.choose(Vec::new()), None);
    }
}
