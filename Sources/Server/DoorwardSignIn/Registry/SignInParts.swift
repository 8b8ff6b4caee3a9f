/// The services that the sign-in methods are made of.
package struct SignInParts: Sendable {
  package let environment: SignInEnvironment
  package let passwords: Passwords
  package let codes: OneTimeCodes
  package let addresses: AddressChanges
  package let passkeys: PasskeyCeremonies

  package init(
    _ environment: SignInEnvironment, passwords: Passwords, codes: OneTimeCodes, addresses: AddressChanges,
    passkeys: PasskeyCeremonies
  ) {
    self.environment = environment
    self.passwords = passwords
    self.codes = codes
    self.addresses = addresses
    self.passkeys = passkeys
  }
}
