import Foundation
import Testing

@testable import NEARConnect

struct BridgeStoreIdentifierTests {
  /// The first half of SHA-256 of the name (`printf %s … | sha256sum`) with version 8 and variant 10
  /// (RFC 9562 §5.8).
  @Test func storeHasSameIdentifierAtEachLaunch() {
    #expect(BridgePage.storeIdentifier(of: "abc").uuidString == "BA7816BF-8F01-8FEA-8141-40DE5DAE2223")
  }

  @Test func storesWithDifferentNamesHaveDifferentIdentifiers() {
    let names = ["", "a", "A", "a ", "published mainnet", "published testnet"]
    #expect(Set(names.map(BridgePage.storeIdentifier)).count == names.count)
  }
}
