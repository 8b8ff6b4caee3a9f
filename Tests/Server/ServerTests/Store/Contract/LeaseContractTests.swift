import DoorwardServer
import DoorwardStore
import Testing

@Suite("Store contract: leases")
struct LeaseContractTests {
  private func holder(_ byte: UInt8) throws -> LeaseHolder.ID {
    try #require(LeaseHolder.ID(bytes: [UInt8](repeating: byte, count: 16)))
  }

  @Test(arguments: StoreKind.allCases)
  func leaseBelongsToOneHolderUntilItEnds(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (first, second) = (try holder(1), try holder(2))
      func takes(_ holder: LeaseHolder.ID, at time: Int64) async throws -> Bool {
        try await store.write {
          try $0.takeLease(
            of: .housekeeping, for: holder, until: moment(time + 120_000), at: moment(time))
        }
      }
      #expect(try await takes(first, at: 0))
      #expect(try await !takes(second, at: 60_000))
      // The holder renews its lease.
      #expect(try await takes(first, at: 60_000))
      #expect(try await !takes(second, at: 179_999))
      #expect(try await takes(second, at: 180_000))
      #expect(try await !takes(first, at: 180_000))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func oneOfParallelHoldersTakesLease(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let takes = try await inParallel(20) { index in
        let holder = try holder(UInt8(index))
        return try await store.write {
          try $0.takeLease(of: .housekeeping, for: holder, until: moment(1000), at: moment(0))
        }
      }
      #expect(takes.filter { $0 }.count == 1)
    }
  }
}
