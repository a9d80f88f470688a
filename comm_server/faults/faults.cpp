#include "comm_server/faults/faults.hpp"

#include <algorithm>
#include <tuple>

#include "comm_server/faults/alter.hpp"
#include "common/base/contract.hpp"
#include "common/base/random.hpp"

namespace synchrono::comm_server::faults {

namespace {

using config::RadioFault;
using Kind = RadioFault::Kind;

constexpr std::uint32_t kNobody = ~0U;  // stands for no receiver

bool in_list(const std::vector<AgentId>& ascending, AgentId id) {
    return ascending.empty() || std::binary_search(ascending.begin(), ascending.end(), id);
}
/// Returns whether the fault applies to this message.
bool concerns(const RadioFault& fault, const channel::Transmission& t, std::uint16_t type) {
    return fault.from <= t.time && t.time < fault.until && in_list(fault.senders, t.sender) &&
           (fault.types.empty() || std::binary_search(fault.types.begin(), fault.types.end(), type));
}
/// Returns the random numbers for one fault, message, receiver and copy.
Random random_of(std::uint64_t seed, std::size_t fault, const channel::Transmission& t,
                 std::uint32_t receiver, std::uint32_t copy) {
    const std::uint64_t message = mix_bits(mix_bits(seed + fault) + t.sender.value) + t.sequence;
    return Random(message, std::uint64_t{copy} << 32 | receiver);
}
SimDuration draw_delay(const RadioFault& fault, Random& random) {
    const auto steps = static_cast<std::uint64_t>(fault.jitter.count_ns()) + 1;
    return fault.delay + SimDuration::nanoseconds(static_cast<std::int64_t>(random.below(steps)));
}

}  // namespace

Faults::Faults(std::vector<RadioFault> faults, std::uint64_t seed)
    : faults_(std::move(faults)), seed_(seed), waiting_of_(faults_.size()) {
    for (std::size_t i = 0; i < faults_.size(); ++i) {
        const RadioFault& fault = faults_[i];
        SYN_REQUIRE(fault.delay >= SimDuration{} && fault.jitter >= SimDuration{});
        if (fault.kind != Kind::ghost) continue;
        std::uint64_t number = 0;
        for (const RadioFault::Captured& captured : fault.captured) {
            ++number;
            if (captured.at < fault.from || captured.at >= fault.until) continue;
            add_waiting({captured.at, fault.ghost, number, i, config::Medium::dsrc, captured.payload});
        }
    }
}

bool Faults::silences(const channel::Transmission& transmission, std::uint16_t type) {
    for (std::size_t i = 0; i < faults_.size(); ++i) {
        const RadioFault& fault = faults_[i];
        if (fault.kind != Kind::silence || !concerns(fault, transmission, type)) continue;
        if (!random_of(seed_, i, transmission, kNobody, 0).chance(fault.probability)) continue;
        counters_.add(FaultCounter::silenced);
        return true;
    }
    return false;
}

bool Faults::later(const Waiting& a, const Waiting& b) {
    return std::tie(a.due, a.fault, a.sender, a.sequence) > std::tie(b.due, b.fault, b.sender, b.sequence);
}

void Faults::add_waiting(Waiting message) {
    ++waiting_of_[message.fault];
    waiting_.push_back(std::move(message));
    std::push_heap(waiting_.begin(), waiting_.end(), later);
}

void Faults::overhear(config::Medium medium, const channel::Transmission& transmission, std::uint16_t type,
                      ByteView payload) {
    for (std::size_t i = 0; i < faults_.size(); ++i) {
        const RadioFault& fault = faults_[i];
        if (fault.kind != Kind::ghost || !fault.captured.empty() || !concerns(fault, transmission, type))
            continue;
        Random random = random_of(seed_, i, transmission, kNobody, 0);
        if (!random.chance(fault.probability)) continue;
        if (waiting_of_[i] >= kGhostMessagesMax) {
            counters_.add(FaultCounter::ghosts_dropped);
            continue;
        }
        add_waiting({transmission.time + draw_delay(fault, random), transmission.sender,
                     transmission.sequence, i, medium, Bytes(payload.begin(), payload.end())});
    }
}

const std::vector<GhostMessage>& Faults::take_ghost_messages(SimTime until) {
    ghosts_.clear();
    while (!waiting_.empty() && waiting_.front().due < until) {
        std::pop_heap(waiting_.begin(), waiting_.end(), later);
        Waiting& message = waiting_.back();
        const AgentId ghost = faults_[message.fault].ghost;
        --waiting_of_[message.fault];
        const std::size_t bytes = message.payload.size();
        ghosts_.push_back(
            {message.medium, {ghost, ++sequences_[ghost], message.due, bytes}, std::move(message.payload)});
        waiting_.pop_back();
        counters_.add(FaultCounter::ghosts_sent);
    }
    // Times ascend already. Messages of the same time are sorted by their ghost.
    std::stable_sort(ghosts_.begin(), ghosts_.end(), [](const GhostMessage& a, const GhostMessage& b) {
        return std::tie(a.transmission.time, a.transmission.sender) <
               std::tie(b.transmission.time, b.transmission.sender);
    });
    return ghosts_;
}

void Faults::apply(const channel::Transmission& transmission, std::uint16_t type, ByteView sent,
                   std::vector<Reception>& receptions) {
    changed_used_ = 0;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
        const RadioFault& fault = faults_[i];
        if (fault.kind == Kind::silence || fault.kind == Kind::ghost || !concerns(fault, transmission, type))
            continue;
        if (fault.kind == Kind::duplicate) {
            duplicate(fault, i, transmission, receptions);
            continue;
        }
        altered_.clear();
        std::uint32_t copy = 0;
        const Reception* last = nullptr;
        for (Reception& reception : receptions) {
            channel::Fate& fate = reception.fate;
            copy = last && last->fate.receiver == fate.receiver ? copy + 1 : 0;
            last = &reception;
            if (!channel::has_arrived(fate.outcome) || !in_list(fault.receivers, fate.receiver)) continue;
            Random random = random_of(seed_, i, transmission, fate.receiver.value, copy);
            if (!random.chance(fault.probability)) continue;
            std::uint32_t changed = reception.payload;
            switch (fault.kind) {
                case Kind::loss:
                    fate.outcome = channel::Outcome::fault;
                    fate.delivered = {};
                    counters_.add(FaultCounter::lost);
                    break;
                case Kind::delay:
                    fate.delivered = fate.delivered + draw_delay(fault, random);
                    counters_.add(FaultCounter::delayed);
                    break;
                case Kind::corrupt:
                    changed = corrupt(fault.bits, reception.payload, sent, random);
                    counters_.add(FaultCounter::corrupted, changed != reception.payload ? 1 : 0);
                    break;
                default:
                    changed = alter(fault, reception.payload, sent);
                    counters_.add(FaultCounter::altered, changed != reception.payload ? 1 : 0);
                    break;
            }
            if (changed == reception.payload) continue;
            reception.payload = changed;
            // The outcome of a copy remains `duplicate`, although its payload has been changed as well.
            if (fate.outcome == channel::Outcome::delivered) fate.outcome = channel::Outcome::altered;
        }
    }
}

/// Adds copies to `receptions`. Only originals that arrive are copied, never other copies: each duplicating
/// fault adds at most one copy for each receiver.
void Faults::duplicate(const RadioFault& fault, std::size_t index, const channel::Transmission& transmission,
                       std::vector<Reception>& receptions) {
    scratch_.clear();
    for (std::size_t r = 0; r < receptions.size();) {
        const Reception original = receptions[r];
        const AgentId receiver = original.fate.receiver;
        for (; r < receptions.size() && receptions[r].fate.receiver == receiver; ++r)
            scratch_.push_back(receptions[r]);
        if (!channel::has_arrived(original.fate.outcome) || !in_list(fault.receivers, receiver)) continue;
        Random random = random_of(seed_, index, transmission, receiver.value, 0);
        if (!random.chance(fault.probability)) continue;
        Reception copy = original;
        copy.fate.outcome = channel::Outcome::duplicate;
        copy.fate.delivered = copy.fate.delivered + draw_delay(fault, random);
        scratch_.push_back(copy);
        counters_.add(FaultCounter::duplicated);
    }
    receptions.swap(scratch_);
}

std::uint32_t Faults::store_changed(ByteView payload, std::uint32_t from) {
    if (changed_used_ == changed_.size()) changed_.emplace_back();
    // changed_ may just have grown, so that a view into it would dangle. Therefore a changed payload is
    // copied by its index.
    Bytes& kept = changed_[changed_used_++];
    if (from) {
        kept = changed_[from - 1];
    } else {
        kept.assign(payload.begin(), payload.end());
    }
    return static_cast<std::uint32_t>(changed_used_);
}

std::uint32_t Faults::corrupt(std::uint32_t bits, std::uint32_t payload, ByteView sent, Random& random) {
    const std::size_t all = bytes_of(payload, sent).size() * 8;
    if (all == 0 || bits == 0) return payload;
    const std::uint32_t kept = store_changed(sent, payload);
    Bytes& bytes = changed_[kept - 1];
    const auto flip = [&](std::size_t bit) { bytes[bit / 8] ^= std::byte{0x80} >> (bit % 8); };
    // Draws distinct bits to flip. If they are more than half of all bits, draws the bits to keep instead.
    const std::size_t wanted = std::min<std::size_t>(bits, all);
    const bool invert = wanted > all / 2;
    flipped_.assign(all, false);
    for (std::size_t left = invert ? all - wanted : wanted; left > 0;) {
        const auto bit = static_cast<std::size_t>(random.below(all));
        if (flipped_[bit]) continue;
        flipped_[bit] = true;
        flip(bit);
        --left;
    }
    if (invert) {
        for (std::byte& byte : bytes) byte = ~byte;
    }
    return kept;
}

std::uint32_t Faults::alter(const RadioFault& fault, std::uint32_t payload, ByteView sent) {
    const auto known = std::find_if(altered_.begin(), altered_.end(),
                                    [&](const auto& pair) { return pair.first == payload; });
    if (known != altered_.end()) return known->second;
    Bytes changed;
    std::uint32_t result = payload;
    const ByteView before = bytes_of(payload, sent);
    if (!alter_field(before, fault.field, fault.value, changed)) {
        counters_.add(FaultCounter::alter_in_vain);
    } else if (!std::equal(changed.begin(), changed.end(), before.begin(), before.end())) {
        result = store_changed(changed, 0);
    }
    altered_.emplace_back(payload, result);
    return result;
}

}  // namespace synchrono::comm_server::faults
