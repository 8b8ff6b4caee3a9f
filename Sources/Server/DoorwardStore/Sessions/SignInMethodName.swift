/// The name of a way to sign in. Tokens carry it in `amr`, and `/v1/config` lists it. Each method defines its own.
package struct SignInMethodName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
