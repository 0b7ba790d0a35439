// Work of one and of several threads is given up as soon as it is told, and whatever it was doing.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "core/parallel.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

struct Enough {};

// Says that it is enough after so many looks.
class Patience final : public Interruption {
  public:
    explicit Patience(int looks) : left_(looks) {}
    void look() override {
        CHECK(std::this_thread::get_id() == owner_);
        if (left_-- == 0) throw Enough();
    }

  private:
    int left_;
    const std::thread::id owner_ = std::this_thread::get_id();
};

template <typename Error, typename Work>
void check_ends_with(const Work& work) {
    try {
        work();
    } catch (const Error&) {
        return;
    }
    CHECK(!"it has not ended");
}

void endless_loops_end() {
    Patience patience(3);
    const Interruptible guard(&patience);
    check_ends_with<Enough>([] {
        while (true) poll(1000);
    });
}

void without_anybody_to_ask_nothing_ends() {
    Patience patience(0);
    const Interruptible outer(&patience);
    {
        const Interruptible not_now(nullptr);
        for (int k = 0; k < 1000; ++k) poll(1 << 20);
    }
    check_ends_with<Enough>([] { poll(1 << 20); });
}

void all_threads_end(int threads) {
    Patience patience(3);
    const Interruptible guard(&patience);
    check_ends_with<Enough>([&] {
        parallel_for(8, threads, 1, [] {
            return [](std::size_t) {
                while (true) poll(1000);
            };
        });
    });
}

// The thread that began the work has none left, and waits.
void others_are_not_waited_for() {
    Patience patience(3);
    const Interruptible guard(&patience);
    const auto caller = std::this_thread::get_id();
    std::atomic<bool> has_begun{false};
    check_ends_with<Enough>([&] {
        parallel_for(2, 2, 1, [&] {
            return [&](std::size_t) {
                if (std::this_thread::get_id() == caller) {
                    while (!has_begun) std::this_thread::yield();
                    return;
                }
                has_begun = true;
                while (true) poll(1000);
            };
        });
    });
}

void a_failure_ends_the_work_of_all() {
    check_ends_with<std::runtime_error>([] {
        parallel_for(2, 2, 1, [] {
            return [](std::size_t index) {
                if (index == 1) throw std::runtime_error("a failure");
                while (true) poll(1000);
            };
        });
    });
}

}  // namespace

int main() {
    endless_loops_end();
    without_anybody_to_ask_nothing_ends();
    for (const int threads : {1, 2, 4}) all_threads_end(threads);
    others_are_not_waited_for();
    a_failure_ends_the_work_of_all();
}
