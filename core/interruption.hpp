// Giving up long work that is no longer wanted, wherever it is. The core does not know who decides that.
#pragma once

#include <cstdint>

namespace crossarc {

// Asked now and then by whatever takes long in the thread that it is set for.
class Interruption {
  public:
    virtual void look() = 0;  // throws if the work is to end

  protected:
    ~Interruption() = default;
};

namespace interruption {

struct Attention {
    Interruption* of = nullptr;
    std::int64_t left = 0;  // work before the next look
};
inline constinit thread_local Attention attention{};
inline constexpr std::int64_t work_between_looks = 1 << 18;

inline void look() {
    attention.left = work_between_looks;
    if (attention.of != nullptr) attention.of->look();
}

}  // namespace interruption

// To be called from every loop that can take long within one sentence, or within one of whatever threads share. `work` is a
// rough count of what was done since the last call, in steps of about a nanosecond: there is a look every millisecond or so.
inline void poll(std::int64_t work) {
    interruption::Attention& attention = interruption::attention;
    if ((attention.left -= work) < 0) [[unlikely]]
        interruption::look();
}

// What a transition costs at least, with whoever chooses it.
inline constexpr std::int64_t work_of_transition = 1 << 10;

// While this lives, its thread asks that interruption, or none.
class Interruptible {
  public:
    explicit Interruptible(Interruption* of) : before_(interruption::attention.of) { interruption::attention.of = of; }
    ~Interruptible() { interruption::attention.of = before_; }
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

    Interruption* before() const { return before_; }

  private:
    Interruption* before_;
};

}  // namespace crossarc
