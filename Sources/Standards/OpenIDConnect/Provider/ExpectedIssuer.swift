internal import Encodings

/// The issuer that a client has configured, and from which it accepts documents, callbacks and tokens.
///
/// An issuer is compared byte by byte (OpenID Connect Discovery §4.3, RFC 8414 §3.3, RFC 9207 §2.4). The only exception is
/// a template: Microsoft has one discovery document for all its tenants, whose issuer contains `{tenantid}`. In a token of
/// such a provider, `iss` must be the template with the tenant of its `tid`.
public struct ExpectedIssuer: Sendable, Hashable {
  /// The issuer as the discovery document has it, which may be a template.
  public let text: String
  /// The address of the discovery document (OpenID Connect Discovery §4).
  public let discoveryAddress: String
  /// The address of the metadata of an OAuth server (RFC 8414 §3), which has no OpenID Connect.
  public let oauthMetadataAddress: String
  private let template: Template?

  private struct Template: Hashable {
    let prefix: String
    let suffix: String
    /// The accepted tenants in lower case; nil for all.
    let tenants: Set<String>?
  }

  /// Microsoft's own text, as its discovery document has it.
  private static let placeholder = "{tenantid}"

  /// Expects this issuer.
  ///
  /// - Throws: ``OpenIDError``: `invalid_issuer`.
  public init(_ issuer: String, allowing transport: AllowedTransport = .https) throws(OpenIDError) {
    try self.init(text: issuer, located: issuer, template: nil, transport)
  }

  /// Expects the issuer of one of several tenants.
  ///
  /// - Parameters:
  ///   - template: An issuer with `{tenantid}` in it once.
  ///   - name: The name that replaces the tenant in the address of the discovery document, such as `common`. It does not
  ///     restrict the tenants.
  ///   - tenants: The accepted tenants; nil for all.
  ///   - transport: The allowed transports.
  /// - Throws: ``OpenIDError``: `invalid_issuer`.
  public init(
    template: String, discoveredAs name: String, tenants: Set<String>? = nil,
    allowing transport: AllowedTransport = .https
  ) throws(OpenIDError) {
    guard Self.isTenant(name), let range = template.firstRange(of: Self.placeholder),
      !template[range.upperBound...].contains(Self.placeholder)
    else {
      throw OpenIDError(
        code: .invalidIssuer, reason: "the template of an issuer must have {tenantid} in it once")
    }
    let (prefix, suffix) = (String(template[..<range.lowerBound]), String(template[range.upperBound...]))
    try self.init(
      text: template, located: prefix + name + suffix,
      template: Template(
        prefix: prefix, suffix: suffix, tenants: tenants.map { Set($0.map { $0.lowercased() }) }),
      transport)
  }

  private init(
    text: String, located: String, template: Template?, _ transport: AllowedTransport
  ) throws(OpenIDError) {
    let address: EndpointAddress
    do {
      address = try EndpointAddress(located, allowing: transport)
    } catch {
      throw OpenIDError(code: .invalidIssuer, reason: "the issuer is not valid: \(error.reason)")
    }
    guard address.query == nil else {
      throw OpenIDError(code: .invalidIssuer, reason: "an issuer must not have a query")
    }
    self.text = text
    self.template = template
    let path = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
    let origin = String(located.dropLast(address.path.count))
    discoveryAddress = origin + path + "/.well-known/openid-configuration"
    oauthMetadataAddress = origin + "/.well-known/oauth-authorization-server" + path
  }

  /// Whether a document, callback or token of this issuer may be used.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that it names.
  ///   - tenant: The `tid` of a token; nil if it has none.
  /// - Returns: Whether it is the expected issuer.
  public func accepts(_ issuer: String, tenant: String?) -> Bool {
    guard let template else { return sameBytes(issuer, text) }
    guard let tenant, Self.isTenant(tenant), sameBytes(issuer, template.prefix + tenant + template.suffix)
    else { return false }
    return template.tenants?.contains(tenant.lowercased()) ?? true
  }

  /// Whether a callback may come from this issuer. A callback has no tenant, so it is taken from the issuer.
  func acceptsCallback(of issuer: String) -> Bool {
    guard let template else { return sameBytes(issuer, text) }
    guard issuer.utf8.count > template.prefix.utf8.count + template.suffix.utf8.count,
      issuer.hasPrefix(template.prefix), issuer.hasSuffix(template.suffix)
    else { return false }
    let tenant = issuer.dropFirst(template.prefix.count).dropLast(template.suffix.count)
    return accepts(issuer, tenant: String(tenant))
  }

  /// Whether a text can be a tenant: it cannot change the structure of an address.
  private static func isTenant(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: ".") }
  }
}
